/** The rest of the CMS' response is usable. */
export interface Problem {
  /** `GET /wp-json/bb/v2/post/2026/03/slug`; the path `blocks.3.innerHTML`; the kind, never the value. */
  call: string
  field: string
  kind: string
}

/** `kind` is then the block's name. */
export const UNKNOWN_BLOCK = 'blockName'

export type Report = (problem: Problem) => void

const MAX_PROBLEMS = 20

/** Passes the first, and a note that there are more (COST-10). */
export function firstOf(report: Report): Report {
  let count = 0
  return (problem) => {
    count += 1
    if (count <= MAX_PROBLEMS) report(problem)
    else if (count === MAX_PROBLEMS + 1)
      report({ call: problem.call, field: '', kind: 'more problems than are listed' })
  }
}

/** The response lacks an essential field and cannot become a page (WIRE-4). */
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
