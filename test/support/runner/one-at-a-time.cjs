const { default: TestRunner } = require('jest-runner')

/** Runs one file at a time, after the files of other runners. */
module.exports = class extends TestRunner {
  constructor(globalConfig, context) {
    super({ ...globalConfig, maxWorkers: 1 }, context)
  }
}
