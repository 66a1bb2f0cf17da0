const { ModernFakeTimers } = require('@jest/fake-timers')
const { ModuleMocker } = require('jest-mock')

/** The process itself is the environment of the test file that it runs. */
module.exports = class {
  global = globalThis
  moduleMocker = new ModuleMocker(globalThis)
  // Jest puts its own in their places: with `--runInBand`, in those of the whole run.
  console = globalThis.console
  exit = process.exit

  constructor({ projectConfig }) {
    // Where the test framework looks for it. `.ci/run` names the tests that passed only the second time.
    const retries = process.env.CI && projectConfig.displayName.name !== 'unit' ? 1 : 0
    globalThis[Symbol.for('RETRY_TIMES')] = retries
    globalThis[Symbol.for('LOG_ERRORS_BEFORE_RETRY')] = true
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis })
  }

  async setup() {}
  async teardown() {
    // Those of the next file come with the test framework.
    delete globalThis[Symbol.for('EVENT_HANDLERS')]
    globalThis.console = this.console
    process.exit = this.exit
  }

  getVmContext = () => null
  exportConditions = () => ['node', 'node-addons']
}
