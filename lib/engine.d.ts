/** The file or package that the engine is loaded from. Throws a `CheckpointError` when none fits. */
export function engineSource(): string;
/** What a build of the engine for this system is called. */
export function engineFile(): string;
/** What the package with the engine for this system is called. */
export function enginePackage(): string;
/** The engine's functions: JSON text in, JSON text out. Throws a `CheckpointError` when none fits. */
export function engine(): Record<'capture', (request: string) => Promise<string>>;
