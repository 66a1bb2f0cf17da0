/** Loaded before the server: SIGUSR2 is an error that nobody catches, of the kind that FAIL_BY names. */
process.on('SIGUSR2', () => {
  const error = new Error('umyslny blad: jan@example.com')
  if (process.env.FAIL_BY === 'rejection') void Promise.reject(error)
  else throw error
})
