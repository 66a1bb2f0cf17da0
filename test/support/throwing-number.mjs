/** Loaded into a server's process before the server: writing this one number fails, as a defect of a block would. */
const BREAKING = 666.666

const { get } = Object.getOwnPropertyDescriptor(Intl.NumberFormat.prototype, 'format')
Object.defineProperty(Intl.NumberFormat.prototype, 'format', {
  configurable: true,
  get() {
    const format = get.call(this)
    return (value) => {
      if (value === BREAKING) throw new Error('a defect of this block')
      return format(value)
    }
  },
})
