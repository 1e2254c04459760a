// What a check found out.

/** `ok` and `note` need no action. */
export type Level = 'ok' | 'note' | 'warning' | 'error';

/** One result of a check. */
export interface Finding {
  /** Stable name of the check, such as `engine`. */
  check: string;
  level: Level;
  /** What is so. */
  what: string;
  /** How to repair it; there for warnings and errors. */
  fix?: string;
}

export const ok = (check: string, what: string): Finding => ({ check, level: 'ok', what });
export const note = (check: string, what: string): Finding => ({ check, level: 'note', what });
export const warning = (check: string, what: string, fix: string): Finding => ({ check, level: 'warning', what, fix });
export const problem = (check: string, what: string, fix: string): Finding => ({ check, level: 'error', what, fix });
