/** Something in an answer of the CMS that could not be used, while the rest could. One log line each. */
export interface Problem {
  /** The call the value came from: `GET /wp-json/bb/v2/post/2026/03/slug`. */
  call: string
  /** Where it stands: `blocks.3.innerHTML`. */
  field: string
  /** What it is: `object`, `array`, `unknown block acf/xyz`. Never the value itself. */
  kind: string
}

/** Where decoding and normalising tell of problems. Content has no logger: whoever asks decides what to do. */
export type Report = (problem: Problem) => void

/** An essential field has the wrong shape: the answer cannot become a page (decision 50). */
export class WireShapeError extends Error {
  override readonly name = 'WireShapeError'
  readonly problem: Problem

  constructor(problem: Problem) {
    super(`${problem.call}: field "${problem.field}" is ${problem.kind}`)
    this.problem = problem
  }
}

/** The kind of a JSON value, in one word, for a problem. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (value === undefined) return 'absent'
  return Array.isArray(value) ? 'array' : typeof value
}
