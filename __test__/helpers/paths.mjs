import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
/** The server as users start it. */
export const serverFile = join(root, 'dist', 'index.js');
/** The library as users require it. */
export const libraryFile = join(root, 'index.js');
