import { createHealth, type Health } from '../../../src/sources/upstream/health.ts'
import { seeded } from '../../support/seeded.ts'

const SECOND = 1000

/** The health of a host, with a manual clock. */
function healthAt() {
  let now = 0
  const health = createHealth(() => now)
  return {
    health,
    pass: (milliseconds: number) => {
      now += milliseconds
    },
  }
}

const fail = (health: Health, count: number, from = 0): void => {
  for (let nth = from; nth < from + count; nth++) health.failed('faulty', `GET /${nth}`)
}

describe('failures of one path (RES-1)', () => {
  test.each(['faulty', 'silent'] as const)('count once, however often it is %s', (failureClass) => {
    const { health, pass } = healthAt()
    for (let nth = 0; nth < 1000; nth++) {
      health.failed(failureClass, 'GET /bad')
      pass(100)
      expect([health.isDown(), health.isInDoubt()]).toEqual([false, false])
    }
  })

  test('expire after ten seconds, however often they are repeated', () => {
    const { health, pass } = healthAt()
    fail(health, 5)
    pass(9 * SECOND)
    fail(health, 5)
    pass(SECOND)
    expect(health.isInDoubt()).toBe(false)
    fail(health, 9, 5)
    expect(health.isDown()).toBe(false)
    fail(health, 1, 14)
    expect(health.isDown()).toBe(true)
  })
})

describe('failures of several paths (RES-1)', () => {
  test('open the breaker when there are ten', () => {
    const { health } = healthAt()
    fail(health, 9)
    expect(health.isDown()).toBe(false)
    fail(health, 1, 9)
    expect(health.isDown()).toBe(true)
  })

  test.each<[string, boolean, (health: Health) => void]>([
    ['a page', true, (health) => health.answered()],
    ['a refusal', true, (health) => health.failed('well', 'GET /forbidden')],
    ['secondary content', false, (health) => health.respondedOtherwise()],
    ['a call with too little time left', false, (health) => health.failed('unclear', 'GET /slow')],
  ])('%s in between ends the sequence: %s', (_what, isEnd, happen) => {
    const { health } = healthAt()
    fail(health, 9)
    happen(health)
    fail(health, 9, 9)
    expect(health.isDown()).toBe(!isEnd)
  })

  test('at a random 30 % never open it, in 10,000 calls', () => {
    const { health, pass } = healthAt()
    const random = seeded(20_261_122)
    for (let nth = 0; nth < 10_000; nth++) {
      if (random() < 0.3) health.failed('faulty', `GET /${nth}`)
      else health.answered()
      pass(1)
      expect(health.isDown()).toBe(false)
    }
  })

  test('that are rare enough never open it', () => {
    const { health, pass } = healthAt()
    for (let nth = 0; nth < 100; nth++) {
      fail(health, 1, nth)
      pass(1.2 * SECOND)
      expect(health.isDown()).toBe(false)
    }
  })
})

describe('calls without a response (RES-1)', () => {
  test('two in a row open the breaker, however far apart they are', () => {
    const { health, pass } = healthAt()
    health.failed('silent', 'GET /a')
    pass(60 * SECOND)
    health.failed('silent', 'GET /b')
    expect(health.isDown()).toBe(true)
  })

  test('a connection that cannot be established counts every time', () => {
    const { health } = healthAt()
    health.failed('away', 'GET /a')
    health.failed('away', 'GET /a')
    expect(health.isDown()).toBe(true)
  })

  test.each<[string, (health: Health) => void]>([
    ['a page', (health) => health.answered()],
    ['secondary content', (health) => health.respondedOtherwise()],
    ['a failure', (health) => health.failed('faulty', 'GET /c')],
  ])('a response of %s ends the sequence', (_what, response) => {
    const { health } = healthAt()
    health.failed('silent', 'GET /a')
    response(health)
    health.failed('silent', 'GET /b')
    expect(health.isDown()).toBe(false)
  })

  test('alternating kinds of failures add up', () => {
    const { health } = healthAt()
    for (let nth = 0; nth < 5; nth++) {
      health.failed('silent', `GET /cut/${nth}`)
      expect(health.isDown()).toBe(false)
      health.failed('faulty', `GET /failing/${nth}`)
    }
    expect(health.isDown()).toBe(true)
  })
})

test('from the third failing path on the host is in doubt, until a page is answered (RES-4)', () => {
  const { health } = healthAt()
  fail(health, 2)
  expect(health.isInDoubt()).toBe(false)
  fail(health, 1, 2)
  expect(health.isInDoubt()).toBe(true)
  health.answered()
  expect(health.isInDoubt()).toBe(false)
})

test('failures reduce concurrency; two calls at a time stay possible while there are responses (RES-4)', () => {
  const { health } = healthAt()
  expect(health.room(48)).toBe(48)
  fail(health, 4)
  expect([health.room(48), health.room(5), health.room(2)]).toEqual([44, 2, 2])
  health.failed('silent', 'GET /silent')
  expect([health.room(48), health.room(2)]).toEqual([43, 1])
  health.answered()
  expect(health.room(48)).toBe(48)
})
