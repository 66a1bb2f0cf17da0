/** An unusable part of a CMS response whose rest is usable. */
export interface Problem {
  /**
   * The call that returned the value, such as `GET /wp-json/bb/v2/post/2026/03/slug`; the path of the field,
   * `blocks.3.innerHTML`; its kind, never its value.
   */
  call: string
  field: string
  kind: string
}

/** The `field` of a block without a type in this portal, whose `kind` is its name. */
export const UNKNOWN_BLOCK = 'blockName'

export type Report = (problem: Problem) => void

/** An editor can start with these. */
const MAX_PROBLEMS = 20

/** Passes on the first problems of a response only, and one note that there are more (COST-10). */
export function firstOf(report: Report): Report {
  let count = 0
  return (problem) => {
    count += 1
    if (count <= MAX_PROBLEMS) report(problem)
    else if (count === MAX_PROBLEMS + 1)
      report({ call: problem.call, field: '', kind: 'more problems than are listed' })
  }
}

/** An essential field has the wrong shape: the response cannot become a page (WIRE-4). */
export class WireShapeError extends Error {
  override readonly name = 'WireShapeError'
  readonly problem: Problem

  constructor(problem: Problem) {
    super(`${problem.call}: field "${problem.field}" is ${problem.kind}`)
    this.problem = problem
  }
}

export function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (value === undefined) return 'absent'
  return Array.isArray(value) ? 'array' : typeof value
}
