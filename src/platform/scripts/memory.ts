const PAGE = 64 * 1024
const INITIAL = 16 * 1024 ** 2
/** Bytes one script may use, QuickJS itself included. */
export const MEMORY = 32 * 1024 ** 2

/**
 * QuickJS limits its memory itself, but only in its own allocator and between steps: a script could still
 * take gigabytes. This memory has a fixed maximum.
 */
export class FixedMemory extends WebAssembly.Memory {
  /** Whether more was requested than is available. */
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
