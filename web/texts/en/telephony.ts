export const telephony = {}
