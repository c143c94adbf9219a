/** What a room needs, in one. */
export { RoomView } from "./room.js";
export { Session } from "./session.js";
export { wakeSound } from "./sound.js";
