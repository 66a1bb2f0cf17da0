/** How long an idle connection stays open. Milliseconds; a whole number of seconds, because a header announces it. */
export const KEEP_ALIVE_TIMEOUT = 5000
