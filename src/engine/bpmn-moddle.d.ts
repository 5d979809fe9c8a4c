/** The functions we use of a library that ships its types for other purposes. */
declare module 'bpmn-moddle' {
  type Warning = { message: string; element?: { id?: string; name?: string } }
  export class BpmnModdle {
    constructor(packages: Record<string, object>)
    fromXML(xml: string): Promise<{ rootElement: object; warnings: Warning[] }>
    toXML(element: object): Promise<{ xml: string }>
  }
}
