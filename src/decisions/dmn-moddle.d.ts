/** The parts of dmn-moddle that we use; it brings no types. */
declare module 'dmn-moddle' {
  type Warning = { message: string; element?: { id?: string; name?: string } }
  export class DmnModdle {
    fromXML(xml: string, type?: string): Promise<{ rootElement: object; warnings: Warning[] }>
  }
}
