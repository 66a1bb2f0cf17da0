import { reasonOf } from './sqlite-error.ts'

/** SQLite's binary cannot be loaded. The message has the remedy. */
class DriverError extends Error {
  override readonly name = 'DriverError'
}

/** Loads the driver, so that the start fails where subscribers could not be stored later. @throws {DriverError} */
export async function requireDriver(): Promise<void> {
  try {
    await import('@photostructure/sqlite')
  } catch (error) {
    const system = `${process.platform}-${process.arch}`
    throw new DriverError(
      `subscribers cannot be kept on this machine: SQLite's binary for ${system} is missing or cannot be loaded. Install ` +
        'the packages on this machine (npm ci), or build it with a C++ compiler and Python (npm rebuild ' +
        '@photostructure/sqlite), or keep them in PostgreSQL (DATABASE_URL), or leave ' +
        'them to a newsletter provider (SARE_URL, SARE_UID, SARE_API_KEY). ' +
        reasonOf(error),
    )
  }
}
