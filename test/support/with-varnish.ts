import { debianProgram } from './debian-program.ts'

/** Debian's server; absent: tests that need it are skipped. */
export const VARNISH_PROGRAM = debianProgram('varnishd', 'varnish varnish-modules')
export const describeWithVarnish = VARNISH_PROGRAM === undefined ? describe.skip : describe
export const testWithVarnish = VARNISH_PROGRAM === undefined ? test.skip : test
