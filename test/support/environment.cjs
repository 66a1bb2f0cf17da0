/** jsdom cannot be loaded inside Jest's module sandbox on Node 20: it is loaded here, outside, and handed in. */
const { TestEnvironment } = require('jest-environment-node')
const jsdom = require('jsdom')

module.exports = class extends TestEnvironment {
  constructor(...args) {
    super(...args)
    this.global.jsdomFromOutside = jsdom
  }
}
