import { createLog } from '../../../src/observability/log/log.ts'
import { problemLog } from '../../../src/observability/log/problem-log.ts'

test('OBS-44: a kind of unknown block has one line an hour, in however many articles; other problems one each', () => {
  let now = 0
  const lines: Array<Record<string, unknown>> = []
  const log = createLog({ level: 'info', secrets: [] }, { write: (line) => void lines.push(JSON.parse(line)) })
  const report = problemLog(log, () => now)
  const everywhere = (name: string): void => {
    for (let article = 0; article < 1000; article += 1) {
      report({ call: `GET /${now}/${article}`, field: 'blockName', kind: `unknown block ${name}` })
    }
  }
  everywhere('acf/quiz')
  everywhere('acf/mapa')
  now += 3_599_999
  everywhere('acf/quiz')
  expect(lines.map(({ call, kind }) => [call, kind])).toEqual([
    ['GET /0/0', 'unknown block acf/quiz'],
    ['GET /0/0', 'unknown block acf/mapa'],
  ])
  now += 1
  everywhere('acf/quiz')
  for (const call of ['GET /post/1', 'GET /post/2', 'GET /post/1']) report({ call, field: 'posts', kind: 'absent' })
  now += 3_600_000
  report({ call: 'GET /post/1', field: 'posts', kind: 'absent' })
  expect(lines.slice(2).map(({ call, field }) => [call, field])).toEqual([
    ['GET /3600000/0', 'blockName'],
    ['GET /post/1', 'posts'],
    ['GET /post/2', 'posts'],
  ])
})
