const { default: TestRunner } = require('jest-runner')

/**
 * Runs files in workers that go on from file to file and load each module of the program once (docs/decisions/042).
 */
module.exports = class extends TestRunner {
  constructor(globalConfig, context) {
    super({ ...globalConfig, workerIdleMemoryLimit: null }, context)
  }
}
