import type { FolderProblem } from '../../src/site/yaml-file.ts'
import { bad, type Check, type Finding, good } from './check.ts'

/**
 * Checks the operator's redirects without a page (SITE-18). Other mistakes of the file end the command before.
 * @param size absent: there are none
 * @param loops rows that the portal does without
 */
export function redirectChecks(size: number | undefined, loops: readonly FolderProblem[] = []): Check[] {
  if (size === undefined) return []
  return [{ title: 'Looking for loops of redirects', run: async () => loopsIn(size, loops) }]
}

function loopsIn(size: number, loops: readonly FolderProblem[]): Finding {
  if (loops.length === 0) return good(`None of ${size} redirects leads back to itself.`)
  const listed = loops.map(({ file, line, message }) => `${file}:${line} ${message}`)
  return bad(
    `Redirects that lead back to themselves are left out:\n     ${listed.join('\n     ')}`,
    'Let each of these rows lead to a page, or remove it.',
  )
}
