/** Folders with the sources of the program, for tests that look through all of them. */
export const PROGRAM_FOLDERS = ['src', 'tools', 'views', 'amp', 'mail'] as const

/** Their files, for `git ls-files`. */
export const PROGRAM_GLOBS = PROGRAM_FOLDERS.flatMap((folder) => [`${folder}/*.ts`, `${folder}/*.tsx`])
