const { default: TestRunner } = require('jest-runner')

/** Runs one file more at a time than there are processors: files that drive a browser or a process wait often. */
module.exports = class extends TestRunner {
  constructor(globalConfig, context) {
    super({ ...globalConfig, maxWorkers: globalConfig.maxWorkers + 1 }, context)
  }
}
