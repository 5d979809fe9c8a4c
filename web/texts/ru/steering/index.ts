import type { SteeringTexts } from '../../steering.ts'
import { messages } from './messages.ts'
import { modify } from './modify.ts'
import { move } from './move.ts'
import { workers } from './workers.ts'

export const steering: SteeringTexts = { messages, modify, move, workers }
