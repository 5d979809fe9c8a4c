/** The part of WebAssembly we touch: TypeScript has it only together with the whole browser. */
declare namespace WebAssembly {
  class Memory {
    constructor(pages: { initial: number; maximum: number })
    readonly buffer: ArrayBuffer
    grow(pages: number): number
  }

  class Module {}

  function compile(bytes: Uint8Array): Promise<Module>
}
