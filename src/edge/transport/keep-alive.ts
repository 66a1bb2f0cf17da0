/** How long an idle connection stays open. Milliseconds; whole seconds, because a header announces them. */
export const KEEP_ALIVE_TIMEOUT = 5000
