/** Subscribers between two reports. */
const STEP = 50_000

/** Reports the start of a long issue now and then, and not that of a short one. */
export function atEachStep(report: (queued: number) => void): (queued: number) => void {
  let next = STEP
  return (queued) => {
    if (queued < next) return
    next = queued - (queued % STEP) + STEP
    report(queued)
  }
}
