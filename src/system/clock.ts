/** Milliseconds since a fixed moment: the difference of two readings is the time between them. */
export type Clock = () => number

/** The monotonic clock, for ages and pauses: nobody can set it. Headers, documents and files use the wall clock. */
export const elapsed: Clock = () => performance.now()
