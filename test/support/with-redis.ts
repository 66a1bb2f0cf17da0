import { debianProgram } from './debian-program.ts'

/** Debian's server; absent: tests that need it are skipped. */
export const REDIS_PROGRAM = debianProgram('redis-server', 'redis-server')
export const describeWithRedis = REDIS_PROGRAM === undefined ? describe.skip : describe
