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
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis })
  }

  async setup() {}
  async teardown() {
    globalThis.console = this.console
    process.exit = this.exit
  }

  getVmContext = () => null
  exportConditions = () => ['node', 'node-addons']
}
