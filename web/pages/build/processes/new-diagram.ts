const escaped = (text: string): string =>
  text.replace(/[<>&"]/g, (letter) => `&#${letter.charCodeAt(0)};`)

/** A diagram with a start event and nothing else. */
export const newDiagram = ({ code, name }: { code: string; name: string }): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI" xmlns:dc="http://www.omg.org/spec/DD/20100524/DC" xmlns:di="http://www.omg.org/spec/DD/20100524/DI" xmlns:kontor="urn:kontor:bpmn" id="definitions" targetNamespace="urn:kontor">
  <bpmn:process id="${escaped(code)}" name="${escaped(name)}" isExecutable="true">
    <bpmn:startEvent id="start" />
  </bpmn:process>
  <bpmndi:BPMNDiagram id="drawing">
    <bpmndi:BPMNPlane id="drawing_plane" bpmnElement="${escaped(code)}">
      <bpmndi:BPMNShape id="start_shape" bpmnElement="start">
        <dc:Bounds x="160" y="160" width="36" height="36" />
      </bpmndi:BPMNShape>
    </bpmndi:BPMNPlane>
  </bpmndi:BPMNDiagram>
</bpmn:definitions>
`

/** The file of the diagram beside that of the process. */
export function diagramOf(file: string, bpmn: string | undefined): string {
  const folder = file.slice(0, file.lastIndexOf('/') + 1)
  return bpmn === undefined ? file.replace(/\.yaml$/, '.bpmn') : `${folder}${bpmn}`
}
