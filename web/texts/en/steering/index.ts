import { messages } from './messages.ts'
import { modify } from './modify.ts'
import { move } from './move.ts'
import { workers } from './workers.ts'

export const steering = { messages, modify, move, workers }
