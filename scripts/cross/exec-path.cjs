// A Node.js that runs through an emulator or a loader can't be started again by the path it knows itself by.
process.execPath = process.env.NODE_EXEC_PATH ?? process.execPath;
