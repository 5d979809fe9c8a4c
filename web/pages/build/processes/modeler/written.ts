import { BpmnModdle } from 'bpmn-moddle'
import { extension } from '../../../../../src/engine/extension.ts'
import { keepText } from './keep-text.ts'

/** The diagram as the modeller prints it, in the hand of whoever wrote the file. */
export async function inHandOf(written: string, changed: string): Promise<string> {
  try {
    if (last?.written !== written) last = { written, printed: print(written) }
    const kept = keepText(written, await last.printed, changed)
    // It must say the same.
    return kept !== undefined && (await print(kept)) === (await print(changed)) ? kept : changed
  } catch {
    return changed
  }
}

/** One file is written many times. */
let last: { written: string; printed: Promise<string> } | undefined

async function print(xml: string): Promise<string> {
  const moddle = new BpmnModdle({ kontor: structuredClone(extension) })
  const { rootElement } = await moddle.fromXML(xml)
  return (await moddle.toXML(rootElement, { format: true })).xml
}
