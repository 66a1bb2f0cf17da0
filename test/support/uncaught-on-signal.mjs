/** Loaded into a server's processes before the server: SIGUSR2 is a defect that nobody catches. */
process.on('SIGUSR2', () => {
  throw new Error('a defect')
})
