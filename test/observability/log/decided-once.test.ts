import pino from 'pino'
import { createAccessLog } from '../../../src/observability/log/access-log.ts'
import { ROUTES } from '../../../src/portal/routes.ts'

const { kindOf } = ROUTES

test('which lines are written is decided once: a hit without a line has nothing to call (OBS-20)', () => {
  const log = pino({ level: 'info' }, { write: () => {} })
  const isAsked = (lines: 'off' | 'misses' | 'all', hits: number, to = log) =>
    createAccessLog({ lines, hits }, to)?.hit !== undefined
  expect([isAsked('off', 1), isAsked('misses', 1), isAsked('all', 0), isAsked('all', 0.01)]).toEqual([
    false,
    false,
    false,
    true,
  ])
  expect(createAccessLog({ lines: 'all', hits: 1 }, pino({ level: 'warn' }, { write: () => {} }))).toBeUndefined()
})

test('the operator’s endpoints wait for no turn (COST-57)', () => {
  for (const path of ['/healthz', '/readyz', '/version', '/metrics', '/ops/purge', '/healthz?x=1'])
    expect([path, kindOf(path)]).toEqual([path, undefined])
  expect([kindOf('/'), kindOf('/healthzz'), kindOf('/opsy')]).toEqual(['page', 'page', 'page'])
})
