const { join, relative } = require('node:path')
const { pathToFileURL } = require('node:url')
const NO_TIME = require('./no-time.cjs')

const ROOT = join(__dirname, '../../..')

/**
 * Jest's runtime without its sandbox: a test file and all that it loads are native modules of the worker process, which
 * ends with the file (docs/decisions/042).
 */
module.exports = class {
  constructor(_config, { moduleMocker, fakeTimersModern, global }) {
    // What the tests use of the `jest` object.
    global.jest = {
      fn: (...args) => moduleMocker.fn(...args),
      spyOn: (...args) => moduleMocker.spyOn(...args),
      restoreAllMocks: () => moduleMocker.restoreAllMocks(),
      // Where the test framework looks for it.
      setTimeout: (ms) => {
        global[Symbol.for('TEST_TIMEOUT_SYMBOL')] = ms
      },
      useFakeTimers: (...args) => fakeTimersModern.useFakeTimers(...args),
      useRealTimers: () => fakeTimersModern.useRealTimers(),
      advanceTimersByTime: (ms) => fakeTimersModern.advanceTimersByTime(ms),
      advanceTimersByTimeAsync: (ms) => fakeTimersModern.advanceTimersByTimeAsync(ms),
    }
  }

  unstable_importModule(path) {
    // A skipped test, because a file without one is an error of Jest; CI counts it as failed (test/support/test-summaries.mjs).
    if (Date.now() > Number(process.env.TESTS_UNTIL ?? Number.POSITIVE_INFINITY))
      return global.test.skip(NO_TIME, () => {})
    return import(pathToFileURL(join(process.env.COMPILED_TESTS, `${relative(ROOT, path)}.mjs`)).href)
  }

  unstable_shouldLoadAsEsm = () => true
  /** The test framework, whose state is that of one file. */
  requireInternalModule(path) {
    delete require.cache[path]
    return require(path)
  }
  requireModule = require
  getSourceMaps() {}
  setGlobalsForRuntime() {}
  enterTestCode() {}
  leaveTestCode() {}
  getAllCoverageInfoCopy() {}
  teardown() {}
}
