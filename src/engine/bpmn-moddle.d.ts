/** The parts of bpmn-moddle that we use; its own types do not cover them. */
declare module 'bpmn-moddle' {
  type Warning = { message: string; element?: { id?: string; name?: string } }
  export class BpmnModdle {
    constructor(packages: Record<string, object>)
    fromXML(xml: string): Promise<{ rootElement: object; warnings: Warning[] }>
    toXML(element: object, options?: { format: boolean }): Promise<{ xml: string }>
  }
}
