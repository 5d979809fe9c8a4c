/** The part of WebAssembly we use: TypeScript has it only in the DOM library. */
declare namespace WebAssembly {
  class Memory {
    constructor(pages: { initial: number; maximum: number })
    readonly buffer: ArrayBuffer
    grow(pages: number): number
  }

  class Module {}

  function compile(bytes: Uint8Array): Promise<Module>
}
