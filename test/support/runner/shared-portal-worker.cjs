/** Workers of their own, which load the whole program once: tests that start nothing share none with those that do. */
module.exports = class extends require('./shared-worker.cjs') {}
