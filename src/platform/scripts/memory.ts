const PAGE = 64 * 1024
const INITIAL = 16 * 1024 ** 2
/** Bytes one script may use, QuickJS itself included. */
export const MEMORY = 32 * 1024 ** 2

/**
 * QuickJS counts its memory itself, but only what goes through its own allocator, and looks between
 * steps: a script could still take gigabytes. This memory cannot grow beyond its end.
 */
export class FixedMemory extends WebAssembly.Memory {
  /** Whether more was asked for than there is. */
  isExhausted = false

  constructor() {
    super({ initial: INITIAL / PAGE, maximum: MEMORY / PAGE })
  }

  override grow(pages: number): number {
    try {
      return super.grow(pages)
    } catch (error) {
      this.isExhausted = true
      throw error
    }
  }
}
