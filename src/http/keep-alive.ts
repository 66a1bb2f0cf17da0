/** For so long a connection waits for its next request. Milliseconds; a whole number of seconds, as it is announced. */
export const KEEP_ALIVE_TIMEOUT = 5000
