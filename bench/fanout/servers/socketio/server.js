// Socket.IO on node: server.js PORT PICTURE. Told what to do on standard input, as all servers here.
const fs = require("node:fs");
const http = require("node:http");
const readline = require("node:readline");
const { Server } = require("socket.io");

const [port, picture] = process.argv.slice(2);
const present = JSON.parse(fs.readFileSync(picture, "utf8"));
present.seq = 1000;

const server = http.createServer();
const io = new Server(server, {
  transports: ["websocket"],
  perMessageDeflate: false,
  serveClient: false,
  pingInterval: 600000,
  connectTimeout: 60000,
});
io.on("connection", (socket) => socket.emit("picture", present));

const commands = readline.createInterface({ input: process.stdin });
commands.on("line", (line) => {
  present.seq = Number(line.replace("publish ", ""));
  io.emit("picture", present);
});
commands.on("close", () => process.exit(0));
server.listen({ port: Number(port), host: "127.0.0.1", backlog: 4096 });
