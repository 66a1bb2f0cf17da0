/** Milliseconds since some moment that never changes: two readings tell how much time has passed between them. */
export type Clock = () => number

/**
 * Time that passes, for ages and pauses: unlike the clock on the wall, nobody sets it, a day back or forward, by hand or
 * from another server. What stands in headers, documents and files takes the clock on the wall.
 */
export const elapsed: Clock = () => performance.now()
