const { default: TestRunner } = require('jest-runner')

/**
 * Runs files in workers that go on from file to file and load each module of the program once, one more than there are
 * processors: some files mostly wait (docs/decisions/042).
 */
module.exports = class extends TestRunner {
  constructor(globalConfig, context) {
    super({ ...globalConfig, maxWorkers: globalConfig.maxWorkers + 1, workerIdleMemoryLimit: null }, context)
  }
}
