/** Stands in for `jsdom` inside Jest: the real one, loaded by the test environment. */
module.exports = globalThis.jsdomFromOutside
