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

/** What is told of one answer; an editor who sees this many has enough to begin with. */
const MAX_PROBLEMS = 20

/** Tells of the first problems of an answer only, and that there are more (COST-10). */
export function firstOf(report: Report): Report {
  let count = 0
  return (problem) => {
    count += 1
    if (count <= MAX_PROBLEMS) report(problem)
    else if (count === MAX_PROBLEMS + 1)
      report({ call: problem.call, field: '', kind: 'more problems than are told of' })
  }
}

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
