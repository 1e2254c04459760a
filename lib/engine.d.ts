/** The file or package that the engine is loaded from. Throws a `CheckpointError` when none fits. */
export function engineSource(): string;
